export { scoreFormatServer as server } from '../../server/standings/score-format-server.ts'
