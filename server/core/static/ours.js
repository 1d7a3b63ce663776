// In a venue's Wi-Fi something else may answer in place of the box: a page to sign in, a redirect, a refusal of its own.

/** Whether it was the box that answered. */
export const ours = (answer) => answer.headers.has("X-Cinderbox");
