-- One request for each line of a file: path, then a tab and a body where there is one. @n@ stands for a number that
-- no other request has, @crlf@ for the end of a line. Prints one line of JSON at the end, as load.mjs does.
local paths, bodies, count = {}, {}, 0
local mark = os.getenv('BENCH_MARK') or ''
local method = os.getenv('BENCH_METHOD')

function init()
  wrk.headers['Accept'] = 'application/json'
  local authorization = os.getenv('BENCH_AUTHORIZATION')
  if authorization then wrk.headers['Authorization'] = authorization end
  for line in io.lines(os.getenv('BENCH_REQUESTS')) do
    local path, body = line:match('^([^\t]*)\t(.*)$')
    paths[#paths + 1] = path or line
    if body then bodies[#paths] = body:gsub('@crlf@', '\r\n') end
  end
  if #bodies > 0 then wrk.headers['Content-Type'] = os.getenv('BENCH_CONTENT_TYPE') end
end

function request()
  local at = count % #paths + 1
  count = count + 1
  local body = bodies[at]
  if not body then return wrk.format(method, paths[at]) end
  local name = mark .. count
  return wrk.format(method, paths[at], nil, (body:gsub('@n@', name)))
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('{"requests":%d,"seconds":%f,"failed":%d,"p50":%f,"p99":%f}\n', summary.requests,
    summary.duration / 1e6, failed, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
