import { styled } from 'styled-components'
import { Card } from '../../ui/Card.ts'

/** A grid of strategy cards, of one height per row. */
export const StrategyGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr));
  gap: 12px;
`

/** The frame of one strategy; its last child is its action. */
export const StrategyCard = styled(Card).attrs({ as: 'article' })`
  display: flex;
  flex-direction: column;
  gap: 14px;

  header {
    display: flex;
    align-items: flex-start;
    justify-content: space-between;
    gap: 8px;
  }

  h3 {
    font-size: var(--text-lg);
  }

  h3 a {
    color: inherit;
    text-decoration-color: var(--line-strong);
  }

  header p {
    margin-top: 2px;
    color: var(--muted);
    font-size: var(--text-xs);
  }

  & > p {
    color: var(--muted);
    font-size: var(--text-sm);
  }

  & > :last-child {
    margin-top: auto;
  }
`
