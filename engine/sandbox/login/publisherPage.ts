import { createHash } from 'node:crypto'

export interface PublisherPage {
  readonly apiKey: string
  readonly state: string
  readonly redirectUrl: string
  readonly clientCode: string
  /** Offered beside the field. */
  readonly clientCodes: readonly string[]
  /** Why the last try failed; null before the first. */
  readonly mistake: string | null
}

const STYLE = `*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:#0f172a;color:#e2e8f0;font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:22rem;padding:1.5rem;border-radius:.75rem;background:#1e293b}h1{margin:0 0 .25rem;font-size:1.25rem}p{margin:0 0 1rem;color:#cbd5e1}
label{display:block;margin:.75rem 0 .25rem}input{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid #64748b;border-radius:.5rem;background:#0f172a;color:inherit;font:inherit}
button{width:100%;min-height:2.75rem;margin-top:1.25rem;border:0;border-radius:.5rem;background:#2563eb;color:#fff;font:inherit;font-weight:600}
input:focus-visible,button:focus-visible{outline:3px solid #93c5fd;outline-offset:2px}[role=alert]{padding:.5rem .75rem;border-radius:.5rem;background:#7f1d1d;color:#fff}`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The policy of the login page: no script at all, and a form that leads to the sandbox, then back to one of these addresses. */
export function publisherPolicy(redirectUrls: readonly string[]): string {
  const origins = [...new Set(redirectUrls.map((url) => new URL(url).origin))]
  const formAction = ["form-action 'self'", ...origins].join(' ')
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; ${formAction}; base-uri 'none'; frame-ancestors 'none'`
}

export function publisherPage({ apiKey, state, redirectUrl, clientCode, clientCodes, mistake }: PublisherPage): string {
  const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escaped(value)}">`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Sandbox broker login</title><style>${STYLE}</style></head>
<body><main><h1>Sandbox broker</h1><p>Sign in to let the application trade on your sandbox account. This is no real broker.</p>
${mistake === null ? '' : `<p role="alert">${escaped(mistake)}</p>`}
<form method="post" action="/publisher-login">${hidden('api_key', apiKey)}${hidden('state', state)}${hidden('redirect_url', redirectUrl)}
<label for="clientcode">Client code</label><input id="clientcode" name="clientcode" list="codes" autocomplete="username" required value="${escaped(clientCode)}">
<datalist id="codes">${clientCodes.map((code) => `<option value="${escaped(code)}"></option>`).join('')}</datalist>
<label for="pin">PIN</label><input id="pin" name="pin" type="password" inputmode="numeric" autocomplete="current-password" required maxlength="4">
<label for="totp">TOTP</label><input id="totp" name="totp" inputmode="numeric" autocomplete="one-time-code" required maxlength="6">
<button type="submit">Sign in</button></form></main></body></html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
