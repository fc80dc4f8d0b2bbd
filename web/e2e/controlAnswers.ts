import type { Page } from 'playwright-core'

/** What happens to the answers to one GraphQL operation of a page. */
export interface AnswerControl {
  /** Keeps answers back until another fate is chosen; those kept back then share it. */
  hold(): void
  /** Answers as the server does when it refuses, with this request id. */
  refuse(message: string, requestId: string): void
  /** Answers with this HTTP status and no text of the server's. */
  fail(status: number): void
  /** Lets the server answer. */
  pass(): void
}

type Fate =
  | { readonly kind: 'hold' }
  | { readonly kind: 'pass' }
  | { readonly kind: 'refuse'; readonly message: string; readonly requestId: string }
  | { readonly kind: 'fail'; readonly status: number }

/** Intercepts the answers to the operation of this name; they pass until configured otherwise. For browser tests only. */
export async function controlAnswers(page: Page, operation: string): Promise<AnswerControl> {
  let fate: Fate = { kind: 'pass' }
  let waiting: (() => void)[] = []
  const choose = (chosen: Fate) => {
    fate = chosen
    const released = waiting
    waiting = []
    for (const release of released) release()
  }

  async function decision() {
    while (fate.kind === 'hold') await new Promise<void>((release) => waiting.push(release))
    return fate
  }

  await page.route('**/graphql', async (route) => {
    const body: unknown = route.request().postDataJSON()
    if (typeof body !== 'object' || body === null || !('operationName' in body) || body.operationName !== operation) return route.fallback()
    const decided = await decision()
    if (decided.kind === 'pass') return route.fallback()
    if (decided.kind === 'fail') return route.fulfill({ status: decided.status, contentType: 'text/plain', body: '' })
    const { message, requestId } = decided
    return route.fulfill({ json: { data: null, errors: [{ message, extensions: { code: 'INTERNAL_SERVER_ERROR', requestId } }] } })
  })
  return {
    hold: () => choose({ kind: 'hold' }),
    refuse: (message, requestId) => choose({ kind: 'refuse', message, requestId }),
    fail: (status) => choose({ kind: 'fail', status }),
    pass: () => choose({ kind: 'pass' }),
  }
}
