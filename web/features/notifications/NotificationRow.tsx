import {
  Activity,
  BadgeCheck,
  Bot,
  Check,
  CircleSlash,
  CircleStop,
  FlaskConical,
  OctagonX,
  Radio,
  ServerCrash,
  ShieldAlert,
  Store,
  TrendingDown,
  TriangleAlert,
  Unplug,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { NotificationKind } from '../../../schema/notificationKinds.ts'
import type { NotificationPartsFragment } from '../../gql/generated/graphql.ts'
import { useAmountsHidden } from '../../lib/amountsHidden.ts'
import { withHiddenAmount } from '../../lib/formatMoney.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { IconButton } from '../../ui/IconButton.ts'
import { Sentence } from '../../ui/Sentence.tsx'

const ICONS: Readonly<Record<NotificationKind, LucideIcon>> = {
  TRADE_OPENED: Activity,
  TRADE_CLOSED: BadgeCheck,
  STOP_HIT: TrendingDown,
  EXIT_FAILING: TriangleAlert,
  DAILY_LOSS: CircleStop,
  TRADE_DENIED: CircleSlash,
  AGENT_PROPOSAL: Bot,
  STRATEGY_CHANGED: Store,
  BACKTEST_DONE: FlaskConical,
  EMERGENCY_STOP: OctagonX,
  ENGINE_STATE: ServerCrash,
  BROKER_SESSION: Unplug,
  LIVE_TRADING: Radio,
  ACCOUNT_SECURITY: ShieldAlert,
}

const Item = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  border-top: 1px solid var(--line);

  & > a {
    display: grid;
    flex: 1;
    grid-template-columns: 20px minmax(0, 1fr) auto;
    gap: 2px 10px;
    min-width: 0;
    min-height: 44px;
    padding: 10px 0;
    color: inherit;
    font-size: var(--text-sm);
    text-decoration: none;
  }

  & > a:hover strong {
    text-decoration: underline;
  }

  svg {
    margin-top: 1px;
    color: var(--muted);
  }

  strong {
    font-weight: 500;
  }

  p {
    grid-column: 2 / -1;
    color: var(--muted);
    font-size: var(--text-xs);
    overflow-wrap: anywhere;
  }

  time {
    color: var(--muted);
    font-size: var(--text-xs);
    line-height: 1.6;
  }

  &[data-unread='true'] {
    & > a > strong {
      font-weight: 650;
    }

    & > a > svg {
      color: var(--accent);
    }
  }

  /* As wide when it is read, so that nothing moves. */
  & > span {
    flex: none;
    width: 44px;
  }
`

/** One notification: a link to where there is more, while it is unread a way to mark it read, and below it what belongs to it. */
export function NotificationRow({
  notification: { kind, time, title, text, link, read },
  onRead,
  onOpen,
  children,
}: {
  notification: NotificationPartsFragment
  onRead: () => void
  onOpen: () => void
  children?: ReactNode
}) {
  const Icon = ICONS[kind]
  const heard = useAmountsHidden() ? withHiddenAmount(title) : title
  return (
    <Item data-unread={!read}>
      <Link to={link} onClick={onOpen}>
        <Icon size={17} aria-hidden />
        <strong>
          <Sentence text={title} />
          {read ? null : <span className="visually-hidden">, unread</span>}
        </strong>
        <time dateTime={time}>{formatTime(time)}</time>
        <p>
          <Sentence text={text} />
        </p>
      </Link>
      <span>
        {read ? null : (
          <IconButton type="button" aria-label={`Mark as read: ${heard}`} title="Mark as read" onClick={onRead}>
            <Check size={16} aria-hidden />
          </IconButton>
        )}
      </span>
      {children}
    </Item>
  )
}
