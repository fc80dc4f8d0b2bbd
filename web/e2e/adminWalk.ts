import { expect, test } from 'vitest'
import type { Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { walkStates } from './walkStates.ts'

/** Chapters 2, 4 and 9 of the specification. */
const TEXTS = {
  cards: ['Performance Scheduler', 'Admin Broker Management', 'Research Agent Service', 'System Information'],
  scheduler: ['Running', 'Start', 'Stop', 'Trigger Update', 'Active jobs', 'Last run', 'Next run'],
  broker: ['Configure'],
  research: ['Active agents', 'Last scan'],
  system: ['Sandbox', '9:15 AM to 3:30 PM IST, Monday to Friday', 'Every 5 minutes in market hours, final update at close'],
}

/** The admin's screen; what the card of the broker does is walked in brokerWalk.ts. */
export function adminWalk(walk: Walk): void {
  const { place, screens, wide } = walk

  test('it waits, says what did not come, shows it after Retry; the scheduler is stopped, started and triggered, and an engine makes the update', async () => {
    const page = await walkStates(walk, {
      ...{ person: 'admin', path: '/admin', heading: 'Admin Panel', operation: 'SchedulerStatus' },
      ...{
        failed: 'Failed to load the performance scheduler',
        shows: [...TEXTS.cards, ...TEXTS.scheduler, ...TEXTS.broker, ...TEXTS.research, ...TEXTS.system],
      },
    })
    const health = page.getByRole('status', { name: 'Health' })
    await health.waitFor()
    const card = page.getByRole('region', { name: 'Performance Scheduler' })
    // A first attempt may have ended while it was stopped.
    if (await card.getByText('Stopped', { exact: true }).isVisible()) await card.getByRole('button', { name: 'Start' }).click()
    await seeTexts(card, ['Running'])
    await card.getByRole('button', { name: 'Stop' }).click()
    await seeTexts(page, ['Performance scheduler stopped successfully!'])
    await seeTexts(card, ['Stopped', 'Not scheduled while stopped'])
    await health.getByText(/The performance scheduler is stopped/).waitFor()
    await page.reload()
    await seeTexts(card, ['Stopped'])
    await card.getByRole('button', { name: 'Trigger Update' }).click()
    await seeTexts(page, ['Performance update triggered successfully!'])
    await card.getByText(/\(triggered\)$/).waitFor()
    await card.getByRole('button', { name: 'Start' }).click()
    await seeTexts(page, ['Performance scheduler started successfully!'])
    await seeTexts(card, ['Running'])
    await page.context().close()
  })

  test('accounts wait, say what did not come and show it after Retry; one is found and opened, and an act on it asks for a reason', async () => {
    const page = await walkStates(walk, {
      ...{ person: 'admin', path: '/admin/users', heading: 'Users', operation: 'ManagedUsers' },
      ...{ failed: 'Failed to load the accounts', shows: ['tara@example.com', ...(wide ? ['Two-factor', 'Last seen', 'Joined'] : [])] },
    })
    await page.getByRole('searchbox').fill('no such account')
    await page.getByText('No account found').waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Admin actions' }).waitFor()
    await page.getByRole('button', { name: 'End sessions' }).click()
    expect(await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.context().close()
  })

  test('strategies say who runs them in counts, and nobody is stopped before the word is typed', async () => {
    const page = await walkStates(walk, {
      ...{ person: 'admin', path: '/admin/strategies', heading: 'Strategies', operation: 'StrategyUsage' },
      ...{ failed: 'Failed to load the strategies', shows: ['EMA Crossover', ...(wide ? ['Open on paper', 'Open live'] : [])] },
    })
    await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Platform stop' }).click()
    await page.getByRole('button', { name: 'Stop trading for everybody' }).click()
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Stop trading' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('No stop in force').waitFor()
    await page.context().close()
  })

  test('the navigation leads an admin there; everybody else is sent to the dashboard', async () => {
    const page = await screens().open('admin', place, '/profile')
    if (!wide) await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Admin Panel' }).click()
    await page.getByRole('heading', { name: 'Admin Panel', level: 1 }).waitFor()
    await page.context().close()

    const other = await screens().open('trader', place, '/admin')
    await other.waitForURL('**/dashboard')
    if (!wide) await other.getByRole('button', { name: 'Open menu' }).click()
    await other.getByRole('link', { name: 'Profile' }).first().waitFor()
    expect(await other.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0)
    await other.context().close()
  })
}
