import { member } from '../../lib/session/SessionUser.ts'
import { refreshSession } from '../../lib/session/refreshSession.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { tokenStorage } from '../../lib/session/tokenStorage.ts'
import { toInput, type HistoryFilters } from './useHistoryFilters.ts'

const FILE_NAME = 'trade-history.csv'

/** Has the browser save all trades that match as `trade-history.csv`. Rejects with the server's reason, or when the line breaks off. */
export async function downloadTradeHistory(filters: HistoryFilters): Promise<void> {
  const { strategyId, ...others } = toInput(filters)
  const query = new URLSearchParams(strategyId ? { ...others, strategy: strategyId } : { ...others })
  const response = await signedIn(`/api/trades/history.csv?${query}`)
  if (!response.ok) {
    const reason = member(await response.json().catch(() => null), 'message')
    throw new Error(typeof reason === 'string' ? reason : `HTTP error! status: ${response.status}`)
  }
  saveFile(FILE_NAME, await response.blob())
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
