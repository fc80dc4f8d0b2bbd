/* global self, fetch, Response */
// While there is no network, a page of Sakha's in place of the browser's own. Nothing is ever kept for later, no page, no price, no answer:
// what is old must not look new. This file is the browser's only copy of anything.

const OFFLINE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark light" />
    <title>No connection · Sakha</title>
    <style>
      body { display: grid; place-content: center; gap: 12px; min-height: 100dvh; margin: 0; padding: 24px; box-sizing: border-box; background: #0b101c; color: #e9edf7; font: 1rem/1.5 system-ui, sans-serif; text-align: center; }
      h1, p { max-width: 26rem; margin: 0; }
      h1 { font-size: 1.5rem; }
      a { justify-self: center; padding: 12px 20px; border-radius: 6px; background: #4b6aec; color: #fff; font-weight: 600; text-decoration: none; }
      @media (prefers-color-scheme: light) { body { background: #f3f5fa; color: #10141f; } a { background: #3f5be0; } }
    </style>
  </head>
  <body>
    <h1>No connection</h1>
    <p>Sakha shows no prices from memory. Your strategies and the stops of your open trades run on the server and go on without this device.</p>
    <a href="">Try again</a>
  </body>
</html>
`

const offline = () =>
  new Response(OFFLINE, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  })

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(offline))
})
