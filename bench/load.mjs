import { connect } from 'node:net';

const CONNECTIONS = 8;
const PIPELINED = 8;

/**
 * Requests per second that a server answers for the same GET, over a few connections with a few concurrent requests on
 * each. All answers have the same length, so counting bytes is enough and the client costs almost nothing.
 *
 * @returns {Promise<number>}
 */
export async function requestsPerSecond({ port, path, headers, milliseconds }) {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const request = `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const length = await answerLength(port, request);
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => countAnswers(port, request, length, milliseconds)),
  );
  return (counts.reduce((sum, count) => sum + count, 0) / milliseconds) * 1000;
}

/** The length of one answer; throws when it is not a 200. */
async function answerLength(port, request) {
  const socket = connect(port, '127.0.0.1');
  socket.write(request);
  let text = '';
  for await (const chunk of socket.setEncoding('latin1')) {
    text += chunk;
    const body = /^content-length: (\d+)\r$/im.exec(text);
    const head = text.indexOf('\r\n\r\n');
    if (head < 0) continue;
    if (!text.startsWith('HTTP/1.1 200')) throw new Error(`The server answered ${text.slice(0, 300)}`);
    if (body === null) throw new Error('The server answers without a content-length.');
    if (text.length === head + 4 + Number(body[1])) return text.length;
  }
  throw new Error('The server closed the connection.');
}

function countAnswers(port, request, length, milliseconds) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let sent = 0;
    let bytes = 0;
    let over = false;
    const send = (count) => {
      sent += count;
      socket.write(request.repeat(count));
    };
    socket.on('connect', () => {
      send(PIPELINED);
      setTimeout(() => {
        over = true;
        resolve(Math.floor(bytes / length));
        socket.destroy();
      }, milliseconds);
    });
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      const open = sent - Math.floor(bytes / length);
      if (open <= PIPELINED / 2) send(PIPELINED - open);
    });
    socket.on('close', () => {
      if (!over) reject(new Error('The server closed the connection under load.'));
    });
    socket.on('error', reject);
  });
}
