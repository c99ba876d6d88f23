import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { ShownPicture } from '#platform/ui/pictures/pictures.ts'
import { ScoreCard } from './ScoreCard.tsx'

const small = { url: '/p/small.jpg', webp: '/p/small.webp', width: 160, height: 120 }
const medium = { url: '/p/medium.jpg', width: 640, height: 480 }
const photo: ShownPicture = {
  url: '/p/full.jpg',
  webp: '/p/full.webp',
  width: 2048,
  height: 1536,
  sizes: [small, medium],
  placeholder: 'data:image/webp;base64,AAAA',
}

test("a score's card shows its photo and its player's face", () => {
  const at = new Date('2026-11-21T07:00:00Z')
  const score = {
    _id: 's',
    username: 'ada',
    displayName: 'Ada',
    machineId: 'm',
    machineName: 'Attack From Mars',
    value: 1,
    achievedAt: at,
    createdAt: at,
    status: 'verified' as const,
    likes: 0,
    comments: 0,
  }
  const html = renderToString(<ScoreCard score={{ ...score, avatar: { ...small, url: '/a/small.jpg' }, picture: photo }} />)
  expect(html).toMatch(/<img[^>]*src="\/p\/medium.jpg" alt="Photo of Ada’s score"/)
  expect(html).toContain('src="/a/small.jpg"')
  expect(html).toContain('src="data:image/webp;base64,AAAA"')
  expect(html).not.toContain('style=')
  expect(renderToString(<ScoreCard score={score} />)).not.toContain('<img')
})

describe('a card of a player’s best', () => {
  const at = new Date('2026-11-21T07:00:00Z')
  const best = {
    _id: 's',
    username: 'ada',
    displayName: 'Ada',
    machineId: 'm',
    machineName: 'Attack From Mars',
    value: 11_234_567_890,
    achievedAt: at,
    createdAt: at,
    status: 'unverified' as const,
    likes: 0,
    comments: 0,
  }

  test('says the place on the machine’s board in words, and shows a medal for the first three', () => {
    const third = renderToString(<ScoreCard score={best} rank={3} personalBest />)
    expect(third).toContain('3rd here')
    expect(third).toContain('Personal best')
    expect(third).toMatch(/<span aria-hidden="true"><span class="[^"]*third/)
    const later = renderToString(<ScoreCard score={best} rank={34} personalBest />)
    expect(later).toContain('34th here')
    expect(later).not.toMatch(/class="[^"]*(first|second|third)/)
  })

  test('is all that says it: other scores have neither a place nor a ribbon', () => {
    const html = renderToString(<ScoreCard score={best} />)
    expect(html).not.toContain('here')
    expect(html).not.toContain('Personal best')
    expect(html).toContain('11,234,567,890')
  })
})
