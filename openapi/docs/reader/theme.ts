// Runs before the page is shown, so that no other colours flash up.
document.documentElement.style.colorScheme = localStorage.getItem("theme") ?? "";
