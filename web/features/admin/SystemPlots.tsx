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
    text: 'The longest time since an index ticked, in each minute of a session.',
    valueOf: ({ feedAgeMs }) => feedAgeMs,
    format: spanText,
  },
  {
    title: 'Loop delay',
    text: 'Event-loop delay of the slowest node (99th percentile).',
    valueOf: ({ loopDelayMs }) => loopDelayMs,
    format: spanText,
  },
  {
    title: 'Worker load',
    text: 'The share of time in which the strategy threads were busy.',
    valueOf: ({ workerLoad }) => workerLoad,
    format: loadText,
  },
  {
    title: 'Outbox',
    text: 'How long the oldest event has waited to be delivered.',
    valueOf: ({ outboxSeconds }) => (outboxSeconds === null ? null : outboxSeconds * 1_000),
    format: spanText,
  },
  { title: 'Jobs', text: 'Due or running, notifications included.', valueOf: ({ jobs }) => jobs, format: formatCount },
  { title: 'Errors', text: 'Logged by all nodes in each minute.', valueOf: ({ errors }) => errors, format: formatCount },
]

/** The last hour of the installation, a plot for each figure. */
export function SystemPlots({ lastHour, at }: Pick<SystemPartsFragment, 'lastHour'> & { at: Instant }) {
  return (
    <SettingsCard id="last-hour" title="The last hour" text="The highest value among all nodes in each minute. Real time, IST.">
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
