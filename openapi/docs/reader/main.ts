import { fillSamples } from "./samples.ts";
import { installSearch } from "./search.ts";
import { server } from "./server.ts";
import { installTry } from "./try.ts";

// The menu is long: the current page is shown in it.
document.querySelector("#menu [aria-current]")?.scrollIntoView({ block: "nearest" });
fillSamples(server);
installSearch();
if (server !== undefined) installTry(server);
