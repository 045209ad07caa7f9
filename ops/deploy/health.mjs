// Ends with 0 if the server answers on its port: the health check of the container.
// @ts-check
const { PORT = '3000' } = process.env;
try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT}/api/health`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
