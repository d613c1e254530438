import { installCopy } from "./copy.ts";
import { installContents } from "./contents.ts";
import { installRequest } from "./request.ts";
import { installSearch } from "./search.ts";
import { server } from "./server.ts";
import { installTabs } from "./tabs.ts";
import { installThemes } from "./theme-switch.ts";

// The menu is long: the current page is shown in it.
document.querySelector("#menu [aria-current]")?.scrollIntoView({ block: "nearest" });
if (server !== undefined)
  for (const span of document.querySelectorAll("[data-address]")) span.textContent = server;
installThemes();
installTabs();
installCopy();
installContents();
installSearch();
if (server !== undefined) installRequest(server);
