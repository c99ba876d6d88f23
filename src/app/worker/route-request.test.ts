import { expect, it } from 'vitest'
import { classifyRequest, fallbackFor, isCacheablePath, pagePath, type RequestFacts, showsSubmitForm } from './route-request.ts'

const ORIGIN = 'https://site.example'
const asked = (path: string, more: Partial<RequestFacts> = {}): RequestFacts => ({
  method: 'GET',
  mode: 'no-cors',
  destination: '',
  url: new URL(path, ORIGIN).href,
  ...more,
})
const SHELL = { submit: '/submit', offline: '/offline' }

it('handles pages, files of the build and pictures of this site, and ignores everything else', () => {
  expect(classifyRequest(asked('/machines/m?window=week', { mode: 'navigate' }), ORIGIN)).toBe('page')
  expect(classifyRequest(asked('/assets/main-x.js'), ORIGIN)).toBe('asset')
  expect(classifyRequest(asked('/icon.svg'), ORIGIN)).toBe('asset')
  expect(classifyRequest(asked('/storage/public/a.webp', { destination: 'image' }), ORIGIN)).toBe('picture')
  for (const other of [
    asked('/submit', { mode: 'navigate', method: 'POST' }),
    asked('/uploads/x', { method: 'POST' }),
    asked('/embed/board/m?theme=dark', { mode: 'navigate', destination: 'iframe' }),
    asked('/api', { mode: 'navigate' }),
    asked('/api/openapi.json', { mode: 'navigate' }),
    asked('/websocket'),
    asked('/metrics'),
    asked('/readyz'),
    asked('/sw.js'),
    asked('https://pictures.example/storage/a.webp', { destination: 'image' }),
    asked('https://other.example/', { mode: 'navigate' }),
  ])
    expect([other.url, classifyRequest(other, ORIGIN)]).toEqual([other.url, 'other'])
})

it('keeps no page that only some see, and none with a secret in its address', () => {
  for (const path of ['/', '/machines/m?window=week', '/administrators', '/events/e', '/groups/g'])
    expect([path, isCacheablePath(path)]).toEqual([path, true])
  for (const path of [
    '/admin',
    '/admin/users',
    '/groups/join?token=t',
    '/events/claim',
    '/patreon/confirm?code=c',
    '/x?state=s',
    '/v/cellar/k7m2',
  ])
    expect([path, isCacheablePath(path)]).toEqual([path, false])
})

it('keeps a page by its address without the fragment, and the page for what is not there once', () => {
  expect(pagePath(`${ORIGIN}/machines/m?window=week#top`, '/offline')).toBe('/machines/m?window=week')
  expect(pagePath(`${ORIGIN}/offline?page=%2Fplayers%2Fann`, '/offline')).toBe('/offline')
})

it('offers the empty form for a machine’s, and else the page that says what there is, without telling it a secret', () => {
  expect(fallbackFor('/submit?machine=m', SHELL)).toBe('/submit')
  expect(fallbackFor('/players/ann?x=1', SHELL)).toBe('/offline?page=%2Fplayers%2Fann%3Fx%3D1')
  expect(fallbackFor('/groups/join?token=t', SHELL)).toBe('/offline')
})

it('shows the form at the address of a QR code, and of a venue, which are read on the device', () => {
  for (const path of ['/v/cellar/k7m2', '/v/%D9%82%D8%A8%D9%88/k7m2?kept=a', '/submit?venue=cellar', '/submit?machine=m&venue=cellar'])
    expect([path, showsSubmitForm(path, '/submit')]).toEqual([path, true])
  for (const path of ['/v', '/v/cellar', '/venues/cellar', '/submit', '/submit?machine=m', '/players/v/x'])
    expect([path, showsSubmitForm(path, '/submit')]).toEqual([path, false])
})
