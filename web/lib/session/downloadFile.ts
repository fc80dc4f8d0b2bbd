import { saveFile } from '../saveFile.ts'
import { refreshSession } from './refreshSession.ts'
import { member } from './SessionUser.ts'
import { tokenStorage } from './tokenStorage.ts'

/** Has the browser save what the API answers to the signed-in user at a path, under a name. Rejects with the server's reason, or when the line breaks off. */
export async function downloadFile(path: string, name: string): Promise<void> {
  const response = await signedIn(path)
  if (!response.ok) {
    const reason = member(await response.json().catch(() => null), 'message')
    throw new Error(typeof reason === 'string' ? reason : `HTTP error! status: ${response.status}`)
  }
  saveFile(name, await response.blob())
}

/** Asks once more with a fresh token when the first one has run out. */
async function signedIn(path: string): Promise<Response> {
  const token = tokenStorage.access()
  const response = await fetchWith(path, token)
  if (response.status !== 401 || (await refreshSession(token)) !== 'refreshed') return response
  return fetchWith(path, tokenStorage.access())
}

function fetchWith(path: string, token: string | null): Promise<Response> {
  return fetch(path, { credentials: 'include', headers: token === null ? {} : { authorization: `Bearer ${token}` } })
}
