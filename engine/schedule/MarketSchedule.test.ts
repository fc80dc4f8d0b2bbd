import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { MarketRules, SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { SHIPPED_MARKET_TABLES } from '../../schema/market/shippedTables.ts'
import type { DueUpdate, UpdateAnswer } from '../../schema/market/updateTimes.ts'
import { addDays, HOUR, istDate, istInstant, istIso, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { MarketSchedule } from './MarketSchedule.ts'
import { performanceDuty } from './performanceDuty.ts'
import { previousSession } from '../../schema/market/sessionAt.ts'

/** What all nodes have requested, once each, as the table keeps it. */
function record() {
  const asked = new Map<Instant, DueUpdate>()
  const state = { answer: 'ASKED' as UpdateAnswer, answers: true, calls: 0 }
  const request = (update: DueUpdate): Promise<UpdateAnswer> => {
    state.calls++
    if (!state.answers) return Promise.reject(new Error('away'))
    if (state.answer === 'ASKED') asked.set(update.dueAt, update)
    return Promise.resolve(state.answer)
  }
  const duty = performanceDuty(request)
  const node = () => {
    const schedule = new MarketSchedule(pino({ level: 'silent' }))
    schedule.add(duty)
    return schedule
  }
  return { asked, state, duty, node, times: () => [...asked.keys()].map((at) => istIso(at).slice(0, 16)) }
}

const tick = (schedule: MarketSchedule, now: Instant, rules = SHIPPED_MARKET_RULES) =>
  schedule.onTime(now, rules.sessionOf(istDate(now)), previousSession(istDate(now), rules))

async function pass(nodes: readonly MarketSchedule[], from: Instant, to: Instant, rules = SHIPPED_MARKET_RULES) {
  for (let now = from; now < to; now += 30 * SECOND) await Promise.all(nodes.map((node) => tick(node, now, rules)))
}

describe('the schedule of the market, of updates of performance', () => {
  it('a week with a holiday and a special session, in the days when clocks change elsewhere, on two nodes: every update due is asked for once, the last of a day with the close', async () => {
    // 2026-10-25 is the Sunday on which Europe's clocks go back.
    const monday = '2026-10-19'
    const rules = new MarketRules({
      ...SHIPPED_MARKET_TABLES,
      holidays: [
        ...SHIPPED_MARKET_TABLES.holidays.filter(({ date }) => date < monday || date > addDays(monday, 7)),
        { date: '2026-10-21', note: 'Test' },
      ],
      specialSessions: [{ date: '2026-10-25', open: '18:00', close: '19:02', note: 'Test' }],
    })
    const { asked, node, times } = record()
    await pass([node(), node()], istInstant(monday, 0), istInstant(addDays(monday, 8), 0), rules)
    const days = times().map((time) => time.slice(0, 10))
    const count = (date: string) => days.filter((day) => day === date).length
    expect(['2026-10-19', '2026-10-20', '2026-10-22', '2026-10-23', '2026-10-26'].map(count)).toEqual([76, 76, 76, 76, 76])
    expect([count('2026-10-21'), count('2026-10-24'), count('2026-10-25')]).toEqual([0, 0, 14])
    const final = [...asked.values()].filter(({ isFinal }) => isFinal).map(({ dueAt }) => istIso(dueAt).slice(5, 16))
    // The first one is of the Friday before, when no node ran.
    expect(final).toEqual([...['10-16T15:30', '10-19T15:30', '10-20T15:30', '10-22T15:30', '10-23T15:30', '10-25T19:02', '10-26T15:30']])
  })

  it('a week in which nodes are killed and the clock jumps: what ran is asked for once, what nobody ran for is caught up on by one update a session', async () => {
    const { asked, state, node, times } = record()
    const [monday, tuesday, wednesday, thursday, friday] = ['2026-07-06', '2026-07-07', '2026-07-08', '2026-07-09', '2026-07-10'] as const
    const at = (date: string, hours: number, minutes = 0) => istInstant(date, hours * 60 + minutes)
    const [first, second] = [node(), node()]
    await pass([first, second], at(monday, 8), at(monday, 12, 2))
    // One of the two is killed: the other goes on as if nothing had been.
    await pass([second], at(monday, 12, 2), at(tuesday, 11, 3))
    // So is this one. Another begins three hours later, and the clock jumps by an hour.
    const third = node()
    await pass([third], at(tuesday, 14, 1), at(tuesday, 14, 7))
    await pass([third], at(tuesday, 15, 7), at(wednesday, 10))
    // Killed in the middle of asking: the one that follows asks again for the same.
    state.answers = false
    await tick(third, at(wednesday, 10))
    state.answers = true
    await pass([node(), node()], at(wednesday, 10), at(thursday, 16))
    await pass([node()], at(friday, 15, 45), at(friday, 16))
    const due = (date: string) => times().filter((time) => time.startsWith(date))
    expect([monday, wednesday, thursday].map((date) => due(date).length)).toEqual([76, 76, 76])
    // 09:15–11:00, 14:00 and 14:05, 15:05 and every five minutes to the close.
    expect(due(tuesday)).toHaveLength(22 + 2 + 6)
    expect(due(tuesday).slice(21, 25)).toEqual(['11:00', '14:00', '14:05', '15:05'].map((time) => `${tuesday}T${time}`))
    expect(due(friday)).toEqual([`${friday}T15:30`])
    const finals = [...asked.values()].filter(({ isFinal }) => isFinal).map(({ dueAt }) => istIso(dueAt).slice(0, 16))
    expect(finals).toEqual(['2026-07-03', monday, tuesday, wednesday, thursday, friday].map((date) => `${date}T15:30`))
  })

  it('what was due while no node ran, or while the clock jumped, is caught up on by one update a session', async () => {
    const { node, times } = record()
    const first = node()
    await tick(first, istInstant('2026-07-01', 9 * 60 + 15))
    await tick(node(), istInstant('2026-07-01', 14 * 60 + 2))
    await tick(first, istInstant('2026-07-02', 11 * 60 + 1))
    expect(times()).toEqual(['2026-06-30T15:30', '2026-07-01T09:15', '2026-07-01T14:00', '2026-07-01T15:30', '2026-07-02T11:00'])
    // Back again: those are known.
    await tick(first, istInstant('2026-07-01', 14 * 60 + 3))
    expect(times()).toHaveLength(5)
  })

  it('a sandbox that jumps into the next session leaves no close out', async () => {
    const { node, times } = record()
    const session = (date: string) => SHIPPED_MARKET_RULES.sessionOf(date)
    const schedule = node()
    await schedule.onTime(istInstant('2026-07-01', 15 * 60), session('2026-07-01'), null)
    await schedule.onTime(istInstant('2026-07-02', 9 * 60 + 16), session('2026-07-02'), null)
    expect(times()).toEqual(['2026-07-01T15:00', '2026-07-01T15:30', '2026-07-02T09:15'])
  })

  it('asks again while another update is under way or the database is away, once the scheduler is started, and no more than needed', async () => {
    const { node, times, state, duty } = record()
    const schedule = node()
    const now = istInstant('2026-07-01', 8 * 60)
    state.answers = false
    await tick(schedule, now)
    state.answers = true
    state.answer = 'BUSY'
    await tick(schedule, now)
    state.answer = 'STOPPED'
    await tick(schedule, now)
    await tick(schedule, now + HOUR)
    expect([state.calls, times()]).toEqual([3, []])
    state.answer = 'ASKED'
    schedule.again(duty)
    await tick(schedule, now + MINUTE)
    await tick(schedule, now + 2 * MINUTE)
    expect([state.calls, times()]).toEqual([4, ['2026-06-30T15:30']])
  })
})
