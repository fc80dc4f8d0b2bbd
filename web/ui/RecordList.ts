import { styled } from 'styled-components'

/** Records one below the other, each with its actions at the end. */
export const RecordList = styled.ul`
  display: grid;
  gap: 12px;
  padding: 0;
  font-size: var(--text-sm);
  list-style: none;

  li {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    justify-content: space-between;
    gap: 8px 16px;
    padding-bottom: 12px;
    border-bottom: 1px solid var(--line);
    overflow-wrap: anywhere;
  }

  li > div:first-child {
    flex: 1 1 14rem;
  }
`
