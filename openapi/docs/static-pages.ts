import { html } from "../html.ts";
import type { Page } from "./page.ts";

/** What the server sends for a page that there is not. */
export const notFound: Page = {
  name: "404",
  title: "No such page",
  description: "The docs have no page at this address.",
  kind: "chapter",
  main: html`<p>
    The docs have no page at this address. <a href="index.html">Start at the introduction</a>, search with
    <kbd>/</kbd>, or choose a page from the menu.
  </p>`,
};

const demo = "Write to the team as a visitor of a website does, and see the response arrive.";

/** A page on which the reader is a visitor who writes to the team. Its script is `reader/messenger-demo.ts`. */
export const messengerDemo: Page = {
  name: "messenger-demo",
  title: "Messenger demo",
  description: demo,
  kind: "chapter",
  main: html`<p>
      On this page you are a visitor who writes to the team, as
      <a href="messenger-on-your-website.html">Messenger on your website</a> says. What you type is sent to
      your server alone, and is gone when you leave the page.
    </p>
    <p>
      The messenger token needs the origin of this page: <code data-origin>the address of this server</code>.
      The team responds with <a href="createMessage.html">Send a message</a>.
    </p>
    <noscript><p class="notice">The demo needs JavaScript.</p></noscript>
    <div class="demo" hidden>
      <form data-start>
        <label>Address of the server<input name="server" type="url" required spellcheck="false" /></label>
        <label>Messenger token<input name="token" required autocomplete="off" spellcheck="false" /></label>
        <label>Your name <small>optional</small><input name="name" autocomplete="off" /></label>
        <button type="submit">Start a session</button>
      </form>
      <p role="alert"></p>
      <section hidden aria-labelledby="conversation">
        <h2 id="conversation">Your conversation</h2>
        <div role="log" aria-labelledby="conversation"><ol class="messages" role="list"></ol></div>
        <form data-write>
          <label>Your message<textarea name="body" rows="3" required></textarea></label>
          <button type="submit">Send message</button>
        </form>
      </section>
    </div>`,
  script: "messenger-demo",
};
