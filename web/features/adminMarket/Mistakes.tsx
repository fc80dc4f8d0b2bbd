import { styled } from 'styled-components'
import type { PreviewMarketQuery } from '../../gql/generated/graphql.ts'

const Box = styled.div`
  padding: 10px 12px;
  border: 1px solid var(--danger);
  border-radius: var(--radius-sm);
  background: var(--danger-soft);
  font-size: var(--text-sm);
  overflow-wrap: anywhere;

  ul {
    display: grid;
    gap: 4px;
    margin-top: 6px;
    padding-left: 20px;
  }
`

/** Why a change cannot be saved: every row that breaks a rule. */
export function Mistakes({ mistakes }: { mistakes: PreviewMarketQuery['previewMarket']['mistakes'] }) {
  return (
    <Box role="alert">
      <strong>This cannot be saved. Nothing was changed.</strong>
      <ul>
        {mistakes.map(({ path, row, reason }) => (
          <li key={path + reason}>
            {path}: {reason}
            {row === null ? null : (
              <>
                {' '}
                <code>{row}</code>
              </>
            )}
          </li>
        ))}
      </ul>
    </Box>
  )
}
