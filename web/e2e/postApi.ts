import type { Tokens } from './startProduct.ts'

/** Posts to the REST API and answers the `data` of its answer. Throws with the answer when there is none. For browser tests only. */
export async function postApi<T>(address: string, path: string, body?: unknown, tokens?: Tokens): Promise<T> {
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(tokens ? { authorization: `Bearer ${tokens.token}` } : {}),
  }
  const response = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return (JSON.parse(text) as { data: T }).data
}
