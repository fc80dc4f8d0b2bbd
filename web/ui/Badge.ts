import { styled } from 'styled-components'

/** `up` and `down` are profit and loss, `good` and `bad` how something is, `paper` and `live` whose money. */
export type Tone = 'neutral' | 'accent' | 'up' | 'down' | 'good' | 'bad' | 'warning' | 'paper' | 'live'

const COLOURS: Record<Tone, readonly [text: string, ground: string]> = {
  neutral: ['var(--muted)', 'var(--raised)'],
  accent: ['var(--accent)', 'var(--accent-soft)'],
  up: ['var(--pnl-up)', 'var(--pnl-up-soft)'],
  down: ['var(--pnl-down)', 'var(--pnl-down-soft)'],
  good: ['var(--good)', 'var(--good-soft)'],
  bad: ['var(--danger)', 'var(--danger-soft)'],
  warning: ['var(--warning)', 'var(--warning-soft)'],
  paper: ['var(--paper)', 'var(--paper-soft)'],
  live: ['var(--on-live)', 'var(--live)'],
}

/** One or two words on a tinted ground; of real money on a filled one. */
export const Badge = styled.span<{ $tone?: Tone }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  padding: 2px 8px;
  border-radius: 999px;
  background: ${({ $tone = 'neutral' }) => COLOURS[$tone][1]};
  color: ${({ $tone = 'neutral' }) => COLOURS[$tone][0]};
  font-size: var(--text-xs);
  font-weight: 600;
  line-height: 18px;
  white-space: nowrap;
`
