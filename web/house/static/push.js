// Lets this browser be told when nobody looks: asks for leave, and sends the form with the address that its maker gives it.
"use strict";

{
  const form = document.getElementById("push-form");
  if (form && navigator.serviceWorker && window.PushManager && window.Notification) {
    const button = form.querySelector("button");
    const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    document.getElementById("no-push").hidden = true;
    button.hidden = false;
    form.addEventListener("submit", async (event) => {
      if (form.elements.endpoint.value) return;
      event.preventDefault();
      button.disabled = true;
      try {
        if ((await Notification.requestPermission()) !== "granted") throw new Error("no leave");
        const worker = await navigator.serviceWorker.ready;
        const told = { userVisibleOnly: true, applicationServerKey: bytes(form.dataset.key) };
        const { endpoint, keys } = (await worker.pushManager.subscribe(told)).toJSON();
        Object.assign(form.elements.endpoint, { value: endpoint });
        Object.assign(form.elements.p256dh, { value: keys.p256dh });
        Object.assign(form.elements.auth, { value: keys.auth });
        button.disabled = false;
        form.requestSubmit(button);
      } catch {
        button.hidden = true;
        document.getElementById("refused-push").hidden = false;
      }
    });
  }
}
