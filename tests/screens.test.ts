import { expect, it } from 'vitest'
import { pageRoutes } from '#app/route-table.tsx'
import { screens } from './screens/screens.ts'

it('takes pictures of every page of the route table', () => {
  const routes = new Set(screens.map(({ route }) => route))
  expect(pageRoutes.map(({ path }) => path).filter(path => !routes.has(path))).toEqual([])
})

it('names no page that the route table does not have, and no screen twice', () => {
  const paths = new Set(pageRoutes.map(({ path }) => path))
  expect(screens.filter(({ route }) => route !== null && !paths.has(route)).map(({ name }) => name)).toEqual([])
  const names = screens.map(({ name }) => name)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})
