// Runs before the page is shown, so that no other colours flash up.
const theme = localStorage.getItem("theme");
if (theme !== null) document.documentElement.dataset["theme"] = theme;
