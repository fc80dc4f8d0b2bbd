import { expect, test } from 'vitest'
import { closedWith, insertTrade } from '../../gateway/testing/rows.ts'
import { controlAnswers } from './controlAnswers.ts'
import type { Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'

/** The states and actions of the notification centre, which lies over every screen. */
export function notificationsWalk({ place, screens }: Walk): void {
  test('it counts what is unread, says what did not come, shows it after Retry, and has it read', async () => {
    const { db } = screens().product
    const strategy = await db.strategy.findFirstOrThrow({ where: { agent: null }, orderBy: { slug: 'asc' } })
    const trade = { ...closedWith(120_000n), userId: screens().userId('reader'), strategyId: strategy.id }
    await insertTrade(db, trade)
    const page = await screens().open('reader', place, '/history')
    const answers = await controlAnswers(page, 'Notifications')
    answers.refuse('The test refused this.', 'request-of-the-test')
    // The trade's notifications; the engine may have added others meanwhile.
    await page.getByRole('button', { name: /^Notifications, ([2-9]|\d\d) unread$/ }).click()
    const centre = page.getByRole('dialog', { name: 'Notifications' })
    await centre.getByText('Failed to load notifications: The test refused this.').waitFor()
    await seeTexts(centre, ['Request request-of-the-test'])
    answers.pass()
    await centre.getByRole('button', { name: 'Retry' }).click()
    await centre.getByRole('listitem').first().waitFor()

    const unread = centre.getByRole('button', { name: /^Mark as read/ })
    const before = await unread.count()
    await unread.first().click()
    await expect.poll(() => unread.count()).toBe(before - 1)
    await centre.getByRole('button', { name: 'Mark all as read' }).click()
    await centre.getByRole('button', { name: 'Unread', exact: true }).click()
    await seeTexts(centre, ['No unread notifications'])
    await centre.getByRole('button', { name: 'All', exact: true }).click()
    await centre.getByLabel('Kind of notification').selectOption('Trade closed')
    await centre.getByRole('listitem').getByRole('link').first().waitFor()
    await centre.getByLabel('Kind of notification').selectOption('Emergency stop')
    await seeTexts(centre, ['Nothing yet'])

    await page.keyboard.press('Escape')
    await centre.waitFor({ state: 'detached' })
    const bell = page.getByRole('button', { name: 'Notifications', exact: true })
    await expect.poll(() => bell.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.context().close()
  })
}
