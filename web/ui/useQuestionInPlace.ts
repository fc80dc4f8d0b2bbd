import { useEffect, useState } from 'react'
import { SECOND } from '../../schema/time.ts'
import type { AgentAnswer } from '../../schema/trading/agent.ts'
import { useNow } from '../lib/useNow.ts'

/** How long a question that ended without an answer given here keeps its place, so that nobody answers the next one in its stead. */
const OVER_MS = 3 * SECOND

/** Something that waits for a yes or no. */
interface Question {
  readonly id: string
  readonly answer: AgentAnswer
  /** Real time, an ISO text. */
  readonly expiresAt: string
}

interface QuestionInPlace<Q> {
  /** The one that is asked, for as long as it stands; null: none. */
  readonly asked: Q | null
  /** It waits no longer, and gives its place to the next in a moment. */
  readonly isOver: boolean
  /** Milliseconds that it still waits. */
  readonly left: number
  /** How many wait behind it. */
  readonly more: number
  /** Approved ones that the engine has not decided on. */
  readonly approved: readonly Q[]
  /** It was answered here: the next one takes its place. */
  readonly release: () => void
}

/**
 * Asks one question at a time, the oldest first: it keeps its place until it is answered or over, whatever comes meanwhile, and a press
 * can only be meant for it. `questions`: the newest first.
 */
export function useQuestionInPlace<Q extends Question>(questions: readonly Q[]): QuestionInPlace<Q> {
  const now = useNow(SECOND)
  const [kept, setKept] = useState<Q | null>(null)
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const isWaiting = ({ id, answer, expiresAt }: Q) => answer === 'PENDING' && Date.parse(expiresAt) > now && !answered.has(id)
  const waiting = questions.filter(isWaiting).toReversed()
  const next = kept ?? waiting[0] ?? null
  if (next !== kept) setKept(next)
  const isOver = next !== null && !waiting.some(({ id }) => id === next.id)
  useEffect(() => {
    if (!isOver) return
    const timer = window.setTimeout(() => setKept(null), OVER_MS)
    return () => window.clearTimeout(timer)
  }, [isOver])
  return {
    asked: next,
    isOver,
    left: next ? Math.max(0, Date.parse(next.expiresAt) - now) : 0,
    more: waiting.filter(({ id }) => id !== next?.id).length,
    approved: questions.filter(({ id, answer }) => answer === 'APPROVED' && id !== next?.id),
    release: () => {
      if (kept) setAnswered(new Set([...answered, kept.id]))
      setKept(null)
    },
  }
}
