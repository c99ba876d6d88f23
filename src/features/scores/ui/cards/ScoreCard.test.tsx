import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ShownPicture } from '../../../../platform/ui/pictures/pictures.ts'
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
