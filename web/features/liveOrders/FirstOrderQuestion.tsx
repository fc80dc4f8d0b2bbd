import type { FirstOrderPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { minutesAndSeconds } from '../../lib/minutesAndSeconds.ts'
import { YesNoButtons } from '../../ui/YesNoButtons.tsx'
import { FirstOrderBanner } from './FirstOrderBanner.tsx'
import { useFirstOrderAnswer } from './useFirstOrderAnswer.ts'

interface FirstOrderQuestionProps {
  order: FirstOrderPartsFragment
  isOver: boolean
  /** Milliseconds. */
  left: number
  /** How many orders wait behind it. */
  more: number
  onAnswered: () => void
}

/** A first live order that waits, and the way to approve or to decline it: it and no other. */
export function FirstOrderQuestion({ order, isOver, left, more, onAnswered }: FirstOrderQuestionProps) {
  const { busy, answer } = useFirstOrderAnswer(order)
  const say = async (approve: boolean) => {
    if (await answer(approve)) onAnswered()
  }
  const note =
    isOver && !busy ? (
      <p role="status">
        This order is closed: it was answered elsewhere, it timed out, or a newer signal replaced it.
        {more === 0 ? '' : ' The next one follows.'}
      </p>
    ) : (
      <small aria-live="off">
        Time left: <span role="timer">{minutesAndSeconds(left)}</span>. When you send it, all checks run again. Later orders of this
        strategy are sent without asking. If you do not approve, nothing is sent and the next signal asks again. Exits never ask.
        {more === 0 ? '' : ` ${formatCount(more)} more ${more === 1 ? 'order is' : 'orders are'} waiting.`}
      </small>
    )
  return (
    <FirstOrderBanner order={order} note={note}>
      <p className="visually-hidden" role="alert">
        The first live order of {order.strategy} waits for your approval.
      </p>
      <YesNoButtons yes="Send it" no="Decline" busy={busy} isOver={isOver} onAnswer={(approve) => void say(approve)} />
    </FirstOrderBanner>
  )
}
