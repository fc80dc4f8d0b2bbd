import { z } from 'zod'
import { SECOND } from '../../../schema/time.ts'
import { err, ok, type Result } from '../../../schema/errors.ts'

const TIMEOUT_MS = 5 * SECOND
const answer = z.object({ ok: z.boolean(), description: z.string().optional() })

export interface TelegramMessage {
  /** Where the Bot API is served. */
  readonly api: string
  readonly token: string
  readonly chatId: string
  readonly text: string
}

/** Sends a message to a chat as a bot (Bot API, sendMessage). The error is a sentence for its owner and never contains the token. */
export async function sendTelegram({ api, token, chatId, text }: TelegramMessage): Promise<Result<null, string>> {
  let response: Response
  try {
    response = await fetch(`${api}/bot${token}/sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat_id: chatId, text, link_preview_options: { is_disabled: true } }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch {
    return err('Telegram could not be reached')
  }
  const body = answer.safeParse(await response.json().catch(() => null))
  if (response.ok && body.data?.ok) return ok(null)
  return err(`Telegram refused the message: ${body.data?.description?.slice(0, 200) ?? `status ${response.status}`}`)
}
