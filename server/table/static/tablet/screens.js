// Every screen by its name. A screen takes the model and what can be done, and gives its parts.
import { chess } from "./screens/chess.js";
import { confirm } from "./screens/confirm.js";
import { count, early, how, sure } from "./screens/count.js";
import { done } from "./screens/done.js";
import { draft } from "./screens/draft.js";
import { faction, factions } from "./screens/factions.js";
import { idle } from "./screens/idle.js";
import { leaving, leavingCode } from "./screens/leaving.js";
import { looking, nobody, unknown } from "./screens/nothing.js";
import { gameConfirm, gameKept, gameNo, gameVersions, podIdle, realms } from "./screens/pod.js";
import { standings } from "./screens/standings.js";
import { versions } from "./screens/versions.js";
import { kept, waiting } from "./screens/waiting.js";
import { who } from "./screens/who.js";

export const SCREENS = {
  ...{ looking, unknown, nobody, idle, who, early, count, sure, how, confirm, versions, waiting, kept, done },
  ...{ factions, faction, leaving, leavingCode, standings, chess, draft },
  ...{ podIdle, realms, gameConfirm, gameNo, gameVersions, gameKept },
};
