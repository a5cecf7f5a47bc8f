import { measured } from "./common.js";
import { ours } from "./ours.js";

measured(ours("/fts-prefetch/", "auto"));
