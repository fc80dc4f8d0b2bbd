import { useQuery } from '@apollo/client/react'
import { Megaphone } from 'lucide-react'
import { styled } from 'styled-components'
import { NewsDocument } from '../gql/generated/graphql.ts'
import { formatDateTime } from '../lib/formatTime.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Skeleton } from '../ui/Skeleton.ts'

// The recipe "Add a screen" of CONTRIBUTING.md in one file; each part says where it is in a screen of the product.

// 1. `schema/paths.ts`: `news: '/news'` in SCREENS. The signed-in see it; what others see stands in `web/app/screenRoutes.ts`.

// 2. `web/features/news/news.graphql`: what it requests; `npx graphql-codegen` writes the document that is imported above.

/** 3. In its feature's folder. Colours, spaces and sizes are tokens of `web/theme/tokens.css`. */
const List = styled.ul`
  display: grid;
  gap: 8px;

  li {
    padding: 12px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }

  time {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

/** 4. `web/features/news/NewsList.tsx`: what the screen shows. Every state is finished, and what is there already stays when a refresh fails. */
export function NewsList() {
  const { data, error, refetch } = useQuery(NewsDocument)
  return (
    <>
      {error ? <LoadFailure text="Failed to load the news" error={error} onRetry={() => void refetch()} /> : null}
      {data?.announcements.length === 0 ? (
        <EmptyState icon={Megaphone} title="No news" text="What everybody should know stands here." />
      ) : null}
      {data && data.announcements.length > 0 ? (
        <List aria-label="News">
          {data.announcements.map(({ id, text, updatedAt }) => (
            <li key={id}>
              <p>{text}</p>
              <time dateTime={updatedAt}>{formatDateTime(updatedAt)}</time>
            </li>
          ))}
        </List>
      ) : null}
      {data || error ? null : <Skeleton $height={120} />}
    </>
  )
}

/** 5. `web/screens/NewsScreen.tsx`, named after it: features under a header, and nothing else; the file’s default export. */
export function ExampleScreen() {
  return (
    <>
      <PageHeader title="News" subtitle="What everybody should know." />
      <NewsList />
    </>
  )
}
