import { member } from './SessionUser.ts'

/** What the REST API answered; `error` is the server's text, and null when it sent none. */
export type ApiAnswer =
  { readonly success: true; readonly data: unknown } | { readonly success: false; readonly status: number; readonly error: string | null }

/**
 * Calls a path under `/api` with JSON. Resolves with the server's answer, also when it is a refusal.
 * Rejects only when there was no answer: network failure. `response` is that of the very call, made already.
 */
export async function callApi(
  method: 'GET' | 'POST',
  path: string,
  options: { body?: unknown; token?: string; response?: Promise<Response> | undefined } = {},
): Promise<ApiAnswer> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (options.body !== undefined) headers['content-type'] = 'application/json'
  if (options.token !== undefined) headers['authorization'] = `Bearer ${options.token}`
  const response = await (options.response ??
    fetch(`/api${path}`, {
      method,
      headers,
      credentials: 'include',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    }))
  const payload = parseJson(await response.text())
  if (response.ok) return { success: true, data: member(payload, 'data') }
  const text = [member(payload, 'message'), member(payload, 'error')].find((part) => typeof part === 'string' && part !== '')
  return { success: false, status: response.status, error: typeof text === 'string' ? text : null }
}

// A proxy in between may answer with HTML: that is an answer without data, not a failure of the network.
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
