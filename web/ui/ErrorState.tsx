import { RotateCw, TriangleAlert } from 'lucide-react'
import { styled } from 'styled-components'
import { Button } from './Button.ts'

const Box = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px;
  margin-bottom: 16px;
  padding: 12px 16px;
  border: 1px solid var(--danger);
  border-radius: var(--radius);
  background: var(--danger-soft);
  font-size: var(--text-sm);

  & > svg {
    flex: none;
    color: var(--danger);
  }

  & > div {
    flex: 1 1 12rem;
    overflow-wrap: anywhere;
  }

  small {
    display: block;
    color: var(--muted);
    user-select: all;
  }
`

/** What went wrong, the request id to quote, and a second try. */
export function ErrorState({ text, requestId, onRetry }: { text: string; requestId: string | null; onRetry: () => void }) {
  return (
    <Box role="alert">
      <TriangleAlert size={20} aria-hidden />
      <div>
        {text}
        {requestId === null ? null : <small>Request {requestId}</small>}
      </div>
      <Button $look="quiet" type="button" onClick={onRetry}>
        <RotateCw size={15} aria-hidden /> Retry
      </Button>
    </Box>
  )
}
