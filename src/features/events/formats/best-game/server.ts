export { scoreFormatServer as server } from '../../server/score-format-server.ts'
