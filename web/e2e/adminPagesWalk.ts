import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { cancelDeadLetter, deadLetters } from '../../prisma/jobs/deadLetters.ts'
import { addDays } from '../../schema/time.ts'
import type { Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { walkStates } from './walkStates.ts'

/** A Monday that no exchange closes on; those after it are taken when a walk has left a holiday behind. */
const MONDAY = '2028-01-03'

/** The states of the market tables, of announcements and of the system, and what an admin does there. */
export function adminPagesWalk(walk: Walk): void {
  const { place, screens } = walk

  test('market tables wait, say what did not come and show it after Retry; a holiday is refused, previewed, saved and undone', async () => {
    const changes = await screens().product.db.marketChange.count()
    const page = await walkStates(walk, {
      ...{ person: 'admin', path: '/admin/market', heading: 'Market', operation: 'ManagedMarket' },
      ...{ failed: 'Failed to load the market tables', shows: ['Market tables', 'Import a file', 'Export', 'History', 'Republic Day'] },
    })
    await page.getByLabel('Table', { exact: true }).selectOption('Special sessions')
    await page.getByRole('table', { name: 'Special sessions' }).waitFor()
    await page.getByLabel('Table', { exact: true }).selectOption('Holidays')
    await page.getByRole('button', { name: 'Add a row' }).click()
    const form = page.getByRole('dialog', { name: 'Add a row' })
    await form.getByLabel(/^Date/).fill('2028-02-30')
    await form.getByLabel('Name').fill('Walkers’ day')
    await form.getByRole('button', { name: 'Apply' }).click()
    await form
      .getByRole('alert')
      .getByText(/expected a date, YYYY-MM-DD/)
      .waitFor()
    const day = addDays(MONDAY, 7 * changes)
    await form.getByLabel(/^Date/).fill(day)
    await form.getByRole('button', { name: 'Apply' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByText('1 edit is not saved.').waitFor()
    await page.getByRole('button', { name: 'Preview and save' }).click()
    const preview = page.getByRole('dialog', { name: 'What this changes' })
    await seeTexts(preview, ['1 change', 'No open trade is affected.'])
    await preview.getByText(day).waitFor()
    await preview.getByRole('button', { name: 'Save' }).click()
    await preview.waitFor({ state: 'detached' })
    await seeTexts(page, ['Market tables saved.'])
    await page.reload()
    const row = page.getByRole('table', { name: 'Holidays' }).getByRole('cell', { name: day, exact: true })
    await row.waitFor()

    await page.getByRole('button', { name: `Undo change ${changes + 1}` }).click()
    await preview.getByText(day).waitFor()
    await preview.getByRole('button', { name: 'Save' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Undo change ${changes + 2}` }).waitFor()
    await page.context().close()
  })

  test('an announcement is published, seen by a user on every page until dismissed, and withdrawn from everybody else', async () => {
    const { product, open } = screens()
    await product.db.announcement.deleteMany()
    const page = await walkStates(walk, {
      ...{ person: 'admin', path: '/admin/announcements', heading: 'Announcements', operation: 'ManagedAnnouncements' },
      ...{ failed: 'Failed to load the announcements', shows: ['No announcements', 'New announcement'] },
    })
    const [trader, newcomer] = [await open('trader', place, '/history'), await open('newcomer', place, '/history')]
    await newcomer.getByRole('heading', { name: 'Trade History', level: 1 }).waitFor()
    await trader.getByRole('heading', { name: 'Trade History', level: 1 }).waitFor()
    const text = `Maintenance at six, ${randomUUID()}`
    await page.getByRole('button', { name: 'New announcement' }).click()
    const form = page.getByRole('dialog', { name: 'New announcement' })
    await form.getByRole('button', { name: 'Publish' }).click()
    await form.getByRole('alert').waitFor()
    await form.getByLabel('Text').fill(text)
    await form.getByRole('button', { name: 'Publish' }).click()
    await seeTexts(page, ['Announcement published.', 'Shown'])

    const banner = { has: trader.getByText(text) }
    await trader.getByRole('status', { name: 'Announcement' }).filter(banner).getByRole('button').click()
    await trader.getByText(text).waitFor({ state: 'detached' })
    await newcomer.getByText(text).waitFor()
    await trader.reload()
    await trader.getByRole('heading', { name: 'Trade History', level: 1 }).waitFor()
    await trader.waitForLoadState('networkidle')
    expect(await trader.getByText(text).count()).toBe(0)

    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
    await seeTexts(page, ['Announcement ended.', 'Ended'])
    await newcomer.getByText(text).waitFor({ state: 'detached' })
    for (const each of [page, trader, newcomer]) await each.context().close()
  })

  test('the system waits, says what did not come and shows it after Retry; plots are tables on demand, failed jobs are tried again or cancelled', async () => {
    const { db } = screens().product
    for (const { id } of await deadLetters(db)) await db.$transaction((tx) => cancelDeadLetter(tx, id))
    const page = await walkStates(walk, {
      ...{ person: 'admin', path: '/admin/system', heading: 'System', operation: 'SystemStatus' },
      ...{
        failed: 'Failed to load the system',
        shows: ['Nodes', 'The last hour', 'Feed and queues', 'Database', 'No failed jobs.'],
      },
    })
    await page.getByRole('button', { name: 'Loop delay: view as table' }).click()
    await page.getByRole('region', { name: 'Loop delay, table' }).getByRole('row').nth(1).waitFor()
    const failed = [await failedJob(), await failedJob()]
    await page.reload()
    const [first, second] = failed
    await page.getByRole('button', { name: `Retry job ${first}` }).click()
    await seeTexts(page, ['walk.nowhere will be retried'])
    await page.getByRole('button', { name: `Retry job ${first}` }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Cancel job ${second}` }).click()
    const dialog = page.getByRole('dialog', { name: `Cancel job ${second}?` })
    const cancel = dialog.getByRole('button', { name: 'Cancel the job' })
    expect(await cancel.isDisabled()).toBe(true)
    await dialog.getByLabel('Reason').fill('Nobody needs it')
    await cancel.click()
    await seeTexts(page, ['walk.nowhere is cancelled', 'No failed jobs.'])
    await page.context().close()
  })

  /** A job that has used up its only attempt, of a task that nobody runs. */
  async function failedJob(): Promise<string> {
    const [job] = await screens().product.db.$queryRaw<{ id: string }[]>`
      WITH added AS (SELECT id FROM graphile_worker.add_job('walk.nowhere', '{}', max_attempts => 1)) SELECT id::text FROM added`
    if (!job) throw new Error('No job was added')
    await screens().product.db.$executeRaw`
      UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = 'It broke' WHERE id::text = ${job.id}`
    return job.id
  }
}
