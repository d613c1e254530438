import { fillSamples } from "./samples.ts";
import { installSearch } from "./search.ts";
import { installTry } from "./try.ts";

/** The server that serves these docs under `/docs/`; nothing when they are opened from elsewhere. */
const [, server] = /^(https?:\/\/.*)\/docs\/[^/]*$/.exec(location.origin + location.pathname) ?? [];

// The menu is long: the current page is shown in it.
document.querySelector("#menu [aria-current]")?.scrollIntoView({ block: "nearest" });
fillSamples(server);
installSearch();
if (server !== undefined) installTry(server);
