import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Metrics } from '../runtime/Metrics.ts'
import { Shutdown } from '../runtime/Shutdown.ts'
import { Assembly } from './Assembly.ts'
import { definePart, type Running } from './Part.ts'

interface Ground {
  readonly shutdown: Shutdown
  /** What happened. */
  readonly log: string[]
}

/** A part whose acts are written down, each as it ends. */
function part(name: string, running: Running = {}) {
  return definePart<Ground, object>({
    open: async ({ shutdown, log }) => {
      await soon()
      shutdown.add(name, () => void log.push(`${name} closed`))
      log.push(`${name} open`)
      return {}
    },
    hears: ({ log }) => ({ 'kill.changed': () => void log.push(`${name} heard`) }),
    run: ({ log }) => {
      log.push(`${name} runs`)
      const act = (what: string) => async () => {
        await soon()
        // The first takes longer than the second.
        if (name === 'first') await soon()
        log.push(`${name} ${what}`)
      }
      const at = (what: string) => () => void log.push(`${name} ${what}`)
      return {
        ...{ resume: act('resumed'), begin: act('began'), trading: at('trades'), onUsersChanged: at('has other users') },
        ...{ degraded: () => [`${name} is slow`], metrics: (metrics: Metrics) => metrics.gauge(name, name, () => 1), stop: act('stopped') },
        ...running,
      }
    },
  })
}

const soon = () => new Promise<void>((resolve) => setImmediate(resolve))
const ground = (): Ground => ({ shutdown: new Shutdown(pino({ level: 'silent' })), log: [] })
const BOTH = Assembly.of<Ground>().with(part('first')).with(part('second'))

describe('parts', () => {
  it('are opened one after the other, each with the services of those before it, and run when they are told to', async () => {
    const on = ground()
    const price = definePart({ open: async () => ({ price: 100 }) })
    const cost = definePart({ open: ({ price: each }: { readonly price: number }) => ({ cost: 65 * each }) })
    const parts = await BOTH.with(price).with(cost).open(on)
    expect(parts.services).toEqual({ ...on, price: 100, cost: 6_500 })
    expect(on.log).toEqual(['first open', 'second open'])
    parts.run()
    expect(on.log.slice(2)).toEqual(['first runs', 'second runs'])
  })

  it('resume one after the other, and begin after the last of them has', async () => {
    const on = ground()
    const parts = await BOTH.open(on)
    parts.run()
    on.log.splice(0)
    await parts.resume()
    parts.onUsersChanged()
    await parts.begin()
    parts.trading()
    expect(on.log).toEqual([
      ...['first resumed', 'second resumed', 'first has other users', 'second has other users'],
      ...['first began', 'second began', 'first trades', 'second trades'],
    ])
  })

  it('resume and begin no further than to the first that cannot', async () => {
    const stopped = () => Promise.reject(new Error('the engine is stopping'))
    const on = ground()
    const parts = await Assembly.of<Ground>()
      .with(part('first', { resume: stopped, begin: stopped }))
      .with(part('second'))
      .open(on)
    parts.run()
    on.log.splice(0)
    await expect(parts.resume()).rejects.toThrow('stopping')
    await expect(parts.begin()).rejects.toThrow('stopping')
    await soon()
    expect(on.log).toEqual([])
  })

  it('that are open close in the reverse order', async () => {
    const on = ground()
    await BOTH.open(on)
    on.log.splice(0)
    await on.shutdown.run()
    expect(on.log).toEqual(['second closed', 'first closed'])
  })

  it('close in the reverse order, too, when one after them does not open; what comes after that is not opened', async () => {
    const on = ground()
    const broken = definePart({
      open: ({ shutdown, log }: Ground): Promise<{ readonly half: string }> => {
        shutdown.add('half', () => void log.push('half closed'))
        return Promise.reject(new Error('no disk'))
      },
    })
    await expect(BOTH.with(broken).with(part('fourth')).open(on)).rejects.toThrow('no disk')
    await on.shutdown.run()
    expect(on.log).toEqual(['first open', 'second open', 'half closed', 'second closed', 'first closed'])
  })

  it('stop all at once, also when one of them cannot', async () => {
    let end: () => void = () => undefined
    const on = ground()
    const parts = await Assembly.of<Ground>()
      .with(part('slow', { stop: () => new Promise((resolve) => (end = resolve)) }))
      .with(
        part('broken', {
          stop: () => {
            throw new Error('stuck')
          },
        }),
      )
      .with(part('third'))
      .open(on)
    parts.run()
    on.log.splice(0)
    const stopped = parts.stop()
    await expect(stopped).rejects.toThrow('stuck')
    await soon()
    expect(on.log).toEqual(['third stopped'])
    end()
  })

  it('hear an event in their order, name their metrics, and say what is wrong', async () => {
    const on = ground()
    const parts = await BOTH.open(on)
    // The bus is listened to before they run.
    for (const hears of parts.hears) hears['kill.changed']?.()
    expect(on.log.slice(2)).toEqual(['first heard', 'second heard'])
    parts.run()
    expect(parts.degraded).toEqual(['first is slow', 'second is slow'])
    const metrics = new Metrics()
    parts.describe(metrics)
    expect(await metrics.print()).toMatch(/sakha_engine_first 1[^]*sakha_engine_second 1/)
  })
})

describe('beats', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  it('of the same length come together in the order of their parts, from the run until the stop', async () => {
    const on = ground()
    const beating = (name: string, ...lengths: number[]) =>
      part(name, { beats: lengths.map((everyMs) => ({ everyMs, do: () => void on.log.push(`${name} ${everyMs}`) })) })
    const parts = await Assembly.of<Ground>()
      .with(beating('first', 300, 100))
      .with(part('silent'))
      .with(beating('second', 100))
      .open(on)
    vi.advanceTimersByTime(1_000)
    parts.run()
    on.log.splice(0)
    expect(vi.getTimerCount()).toBe(2)
    vi.advanceTimersByTime(200)
    expect(on.log).toEqual(['first 100', 'second 100', 'first 100', 'second 100'])
    vi.advanceTimersByTime(100)
    expect(on.log.slice(4).sort()).toEqual(['first 100', 'first 300', 'second 100'])
    const stopped = parts.stop()
    on.log.splice(0)
    vi.advanceTimersByTime(1_000)
    expect(on.log).toEqual([])
    await stopped
  })
})
