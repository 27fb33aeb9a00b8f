// placeholder
import { text, type Answer, type Call } from "../double-http.ts";
import type { World } from "./world.ts";
export const answerPage = (_world: World, _call: Call): Answer => text("Not Found", 404);
