// On narrow screens the list is closed; without this script it is open above the text.
const menu = document.querySelector(".menu");
const narrow = matchMedia("(max-width: 860px)");
const fold = () => {
  menu.open = !narrow.matches;
};
narrow.addEventListener("change", fold);
fold();

if (navigator.clipboard !== undefined) {
  for (const sample of document.querySelectorAll(".sample")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(sample.querySelector("code").textContent);
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = "Copy";
      }, 1500);
    });
    sample.append(button);
  }
}
