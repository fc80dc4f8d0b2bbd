import { ChartSpline, Check, Eye, ShieldCheck, Users, Zap, type LucideIcon } from 'lucide-react'
import { styled } from 'styled-components'
import { Card } from '../../ui/Card.ts'

const PITCHES: readonly { readonly icon: LucideIcon; readonly title: string; readonly text: string }[] = [
  {
    icon: Zap,
    title: 'Lightning-Fast Execution',
    text: 'Rules are checked the moment a candle closes, open trades with every tick that arrives.',
  },
  {
    icon: ShieldCheck,
    title: 'Secure and Reliable',
    text: 'Every order intent is written down before it is sent, so a restart carries on where it stopped.',
  },
  {
    icon: Check,
    title: 'Proven Strategies',
    text: 'EMA crossover, opening-range breakout, Supertrend: well-known rules, in plain English on every card.',
  },
  {
    icon: Users,
    title: 'Community Driven',
    text: 'One marketplace for all: you see the same public strategies and results as everybody else.',
  },
  {
    icon: Eye,
    title: '24/7 Monitoring',
    text: 'Target, stop and square-off are watched for you; the screen says at once when a price is late.',
  },
  {
    icon: ChartSpline,
    title: 'Advanced Analytics',
    text: 'Live charts, gross and net results with charges, and the whole history of every trade.',
  },
]

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr));
  gap: 12px;

  li {
    padding: 24px;
  }

  svg {
    color: var(--accent);
  }

  h3 {
    margin: 14px 0 6px;
    font-size: var(--text-md);
  }

  p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

/** What the product offers, in six pitches. */
export function PitchGrid() {
  return (
    <Grid>
      {PITCHES.map(({ icon: Icon, title, text }) => (
        <Card as="li" key={title}>
          <Icon size={22} aria-hidden />
          <h3>{title}</h3>
          <p>{text}</p>
        </Card>
      ))}
    </Grid>
  )
}
