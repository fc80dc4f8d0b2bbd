import { styled } from 'styled-components'
import type { Instant } from '../../../schema/time.ts'
import { HourPlot } from '../../charts/HourPlot.tsx'
import type { SystemPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { loadText, spanText } from './systemTexts.ts'

type Minute = SystemPartsFragment['lastHour'][number]

const Plots = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
  gap: 24px;
`

const PLOTS: readonly {
  readonly title: string
  readonly text: string
  readonly valueOf: (minute: Minute) => number | null
  readonly format: (value: number) => string
}[] = [
  {
    title: 'Feed age',
    text: 'Since an index last ticked, at its longest in each minute of a session.',
    valueOf: ({ feedAgeMs }) => feedAgeMs,
    format: spanText,
  },
  {
    title: 'Loop delay',
    text: 'How late the event loop of the slowest node was (99th percentile).',
    valueOf: ({ loopDelayMs }) => loopDelayMs,
    format: spanText,
  },
  {
    title: 'Worker load',
    text: 'The share of their time in which the threads that evaluate strategies had work.',
    valueOf: ({ workerLoad }) => workerLoad,
    format: loadText,
  },
  {
    title: 'Outbox',
    text: 'How long the oldest event has waited to be told.',
    valueOf: ({ outboxSeconds }) => (outboxSeconds === null ? null : outboxSeconds * 1_000),
    format: spanText,
  },
  { title: 'Jobs', text: 'Due or in hand, notifications among them.', valueOf: ({ jobs }) => jobs, format: formatCount },
  { title: 'Errors', text: 'Logged by all nodes together, in each minute.', valueOf: ({ errors }) => errors, format: formatCount },
]

/** The last hour of the installation, a plot for each figure. */
export function SystemPlots({ lastHour, at }: Pick<SystemPartsFragment, 'lastHour'> & { at: Instant }) {
  return (
    <SettingsCard id="last-hour" title="The last hour" text="Of each minute the highest value of all nodes.">
      <Plots>
        {PLOTS.map(({ valueOf, ...plot }) => (
          <HourPlot
            key={plot.title}
            {...plot}
            points={lastHour.map((minute) => ({ time: Date.parse(minute.at), value: valueOf(minute) }))}
            until={at}
          />
        ))}
      </Plots>
    </SettingsCard>
  )
}
