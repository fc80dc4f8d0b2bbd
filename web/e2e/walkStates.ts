import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { controlAnswers, type AnswerControl } from './controlAnswers.ts'
import type { Person, Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'

interface ScreenStates {
  readonly person: Person
  readonly path: string
  readonly heading: string
  /** The query without which the screen has nothing to show. */
  readonly operation: string
  /** The screen's text when that query fails, before the reason. */
  readonly failed: string
  /** The toast's text; the same if absent; null: there is none. */
  readonly toast?: string | null
  /** The loaded screen's text, verbatim. */
  readonly shows: readonly string[]
}

const REASON = 'The test refused this.'
const REQUEST = 'request-of-the-test'

/**
 * Walks a screen through its states: placeholders while it loads, a failure without and one with the server's words, complete after Retry,
 * and a connection that breaks and comes back. Returns its page, complete.
 */
export async function walkStates({ place, screens }: Walk, states: ScreenStates): Promise<Page> {
  let answers: AnswerControl | undefined
  const page = await screens().open(states.person, place, states.path, async (opened) => {
    answers = await controlAnswers(opened, states.operation)
    answers.hold()
  })
  await page.getByRole('heading', { name: states.heading, level: 1 }).waitFor()
  await expect.poll(() => skeletons(page)).toBeGreaterThan(0)

  answers?.fail(500)
  const failure = page.getByRole('alert').filter({ hasText: states.failed })
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: states.toast ?? states.failed })
  const toasts = states.toast === null ? 0 : 1
  await failure.getByText(`${states.failed}: HTTP error! status: 500`).waitFor()
  await expect.poll(() => toast.count()).toBe(toasts)
  answers?.refuse(REASON, REQUEST)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await failure.getByText(`${states.failed}: ${REASON}`).waitFor()
  await failure.getByText(`Request ${REQUEST}`, { exact: true }).waitFor()

  answers?.pass()
  await failure.getByRole('button', { name: 'Retry' }).click()
  await seeTexts(page, states.shows)
  await failure.waitFor({ state: 'detached' })
  await toast.waitFor({ state: 'detached' })
  // What is far below the window comes when one scrolls there.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => skeletons(page)).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await overflow(page)).toBe(0)

  const connection = page.getByRole('status', { name: 'Connection' })
  await page.context().setOffline(true)
  await connection.getByText('Offline').waitFor()
  await seeTexts(page, states.shows)
  await page.context().setOffline(false)
  await connection.getByText('Prices on time', { exact: true }).waitFor()
  return page
}

/** How many placeholders the screen shows. */
const skeletons = (page: Page) => page.locator('main div[aria-hidden="true"]:empty').count()

/** By how many pixels the page is wider than the window. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
