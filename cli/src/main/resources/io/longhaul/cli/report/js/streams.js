/* Rate by number of streams of the chosen link, under the caps that could bind it. */
(function (L) {
  'use strict';

  /* A cap this many times the rates is named but not drawn: it would press them flat. */
  var FAR = 3;
  var ONE = 'n × one stream';
  var FLOW = 'n × flow cap';

  function cap(site, which, words) {
    var known = L.siteOf.has(site) ? L.siteOf.get(site)[which] : null;
    return known ? [{ bps: known.bps, words: words, source: known.source }] : [];
  }

  /** Caps of the link, those of equal rate on one line. */
  function caps(link) {
    var all = cap(link.from, 'egress', 'sender’s egress cap').concat(cap(link.to, 'ingress', 'receiver’s ingress cap'));
    if (L.present(link.pathCap)) { all.push({ bps: link.pathCap, words: 'path cap', source: 'measured' }); }
    var lines = [];
    all.sort(function (a, b) { return a.bps - b.bps; }).forEach(function (line) {
      var same = lines.filter(function (other) { return Math.abs(other.bps / line.bps - 1) < 0.03; })[0];
      if (same && same.source === line.source) { same.words += ' and ' + line.words; } else { lines.push(line); }
    });
    return lines;
  }

  function column(link, field) {
    return link.rates.filter(function (point) { return L.present(point[field]); })
      .map(function (point) { return [point.streams, point[field], point]; });
  }

  function whiskers(link) {
    return {
      name: 'interval', type: 'custom', silent: true, z: 1,
      data: link.rates.filter(function (point) { return point.ci; }).map(function (point) { return [point.streams, point.ci.low, point.ci.high]; }),
      itemStyle: { color: L.colour('c3') },
      renderItem: function (params, api) {
        var low = api.coord([api.value(0), api.value(1)]);
        var high = api.coord([api.value(0), api.value(2)]);
        var line = function (x1, y1, x2, y2) {
          return { type: 'line', shape: { x1: x1, y1: y1, x2: x2, y2: y2 }, style: { stroke: L.colour('c3'), lineWidth: 1.5 } };
        };
        return { type: 'group', children: [
          line(low[0], low[1], high[0], high[1]),
          line(low[0] - 5, low[1], low[0] + 5, low[1]),
          line(high[0] - 5, high[1], high[0] + 5, high[1])
        ] };
      }
    };
  }

  function curve(name, link, field, colour, type) {
    return {
      name: name, type: 'line', symbol: 'circle', symbolSize: 8, data: column(link, field),
      lineStyle: { color: L.colour(colour), type: type, width: 2 }, itemStyle: { color: L.colour(colour) }
    };
  }

  function measured(point) { return L.present(point.steady_bps) ? point.steady_bps : L.present(point.received_bps) ? point.received_bps : point.sent_bps; }

  function windowName(bytes) { return L.present(bytes) ? 'window ' + L.size(bytes) : 'default window'; }

  /** The windows a link was measured with, smallest first; the kernel's default last. */
  function windows(link) {
    var seen = [];
    link.rates.forEach(function (point) { if (seen.indexOf(point.window_bytes) < 0) { seen.push(point.window_bytes); } });
    return seen.sort(function (a, b) { return (L.present(a) ? a : Infinity) - (L.present(b) ? b : Infinity); });
  }

  /**
   * T(n, W) = min(n * rate of one stream with W, cap): for every window the rate of one stream that misses its points least,
   * on a logarithmic scale, and one cap for all: the lowest known, else the fastest point.
   */
  function fit(link, lines, reached) {
    var top = lines.filter(function (line) { return line.bps <= 1.1 * reached; }).map(function (line) { return line.bps; }).concat([reached]);
    var ceiling = Math.min.apply(null, top.length > 1 ? top.slice(0, -1) : top);
    return windows(link).map(function (window) {
      var points = link.rates.filter(function (point) { return point.window_bytes === window && measured(point) > 0; });
      var misses = function (one) {
        return points.reduce(function (sum, point) {
          var miss = Math.log(measured(point) / Math.min(point.streams * one, ceiling));
          return sum + miss * miss;
        }, 0);
      };
      var best = points.map(function (point) { return measured(point) / point.streams; })
        .sort(function (a, b) { return misses(a) - misses(b); })[0];
      return { window: window, one: best, cap: ceiling };
    }).filter(function (fitted) { return fitted.one > 0; });
  }

  /** With several windows: the points of each, and its fitted curve. */
  function byWindow(link, lines, last, reached) {
    var colours = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'];
    var series = [];
    fit(link, lines, reached).forEach(function (fitted, i) {
      var colour = colours[i % colours.length];
      var points = link.rates.filter(function (point) { return point.window_bytes === fitted.window; });
      series.push({
        name: windowName(fitted.window), type: 'scatter', symbolSize: 9, itemStyle: { color: L.colour(colour) },
        data: points.map(function (point) { return [point.streams, measured(point), point]; })
      });
      var curve = [];
      for (var k = 0; k <= 60; k++) { var n = Math.pow(Math.max(2, last), k / 60); curve.push([n, Math.min(n * fitted.one, fitted.cap)]); }
      series.push({
        name: windowName(fitted.window), type: 'line', symbol: 'none', silent: true, z: 0, data: curve,
        lineStyle: { color: L.colour(colour), width: 1.6, type: 'dashed' }, itemStyle: { color: L.colour(colour) }
      });
    });
    return series;
  }

  /** A line of slope one flow: so much would n streams carry if nothing else bound them. */
  function slope(name, bps, last, top, colour) {
    var data = [];
    if (L.present(bps) && bps > 0) {
      var end = Math.min(Math.max(2, last), top / bps);
      for (var i = 0; i <= 40 && end > 1; i++) { var n = Math.pow(end, i / 40); data.push([n, n * bps]); }
    }
    return { name: name, type: 'line', symbol: 'none', silent: true, z: 0, data: data, lineStyle: { color: L.colour(colour), width: 1.2, type: 'dashed' }, itemStyle: { color: L.colour(colour) } };
  }

  function level(line, last, i) {
    return {
      name: capName(line), type: 'line', symbol: 'none', silent: true, z: 1, data: [[1, line.bps], [Math.max(2, last), line.bps]],
      lineStyle: { color: L.colour('ink'), width: 1.4, type: [[8, 4], [3, 4], [12, 3, 3, 3]][i % 3] }, itemStyle: { color: L.colour('ink') }
    };
  }

  function capName(line) { return line.words + ' ' + L.rate(line.bps) + ' (' + line.source + (line.far ? ', above the picture' : '') + ')'; }

  function flowCap(link) {
    var site = L.siteOf.get(link.from);
    return site && site.per_flow ? site.per_flow.bps : null;
  }

  function option(base) {
    var link = L.chosen();
    if (!link || !link.rates.length) { return 'No throughput run on this link.'; }
    var lines = caps(link);
    var reached = Math.max.apply(null, link.rates.map(function (point) { return Math.max(point.sent_bps || 0, point.received_bps || 0, point.steady_bps || 0); }));
    lines.forEach(function (line) { line.far = line.bps > FAR * reached; });
    var most = Math.max.apply(null, lines.filter(function (line) { return !line.far; }).map(function (line) { return line.bps; }).concat([reached]));
    var unit = L.rateUnit(most);
    var streams = link.rates.map(function (point) { return point.streams; });
    base.grid = { left: 20, right: 28, top: 66 + 21 * lines.length, bottom: 34, containLabel: true };
    base.legend = Object.assign(base.legend, { top: 0, data: ['sent', 'received', 'steady', ONE, FLOW].concat(lines.map(capName)).map(function (name) { return { name: name }; }) });
    var last = streams[streams.length - 1];
    var several = windows(link).length > 1;
    base.xAxis = L.axis({ type: 'log', logBase: 2, min: 1, max: Math.max(2, last), name: 'streams', nameGap: 26, axisLabel: { color: L.colour('muted'), formatter: function (v) { return v === Math.round(v) ? String(v) : ''; } } });
    var top = most * 1.18;
    base.yAxis = L.rateAxis(unit, { min: 0, max: top });
    base.yAxis.axisLabel.showMaxLabel = false;
    base.tooltip.formatter = function (item) {
      if (!item.data || !item.data[2]) { return L.escape(item.name); }
      var point = item.data[2];
      return '<b>' + L.streams(point.streams) + '</b>'
        + '<br>sent ' + L.rate(point.sent_bps) + '<br>received ' + L.rate(point.received_bps) + '<br>steady ' + L.rate(point.steady_bps)
        + (point.ci ? '<br>' + L.percent(point.ci.level) + ' interval ' + L.rate(point.ci.low) + ' to ' + L.rate(point.ci.high) : '')
        + '<br>' + point.samples + ' run' + (point.samples === 1 ? '' : 's')
        + (point.window_bytes ? '<br>window asked ' + L.size(point.window_bytes) : '');
    };
    if (several) {
      base.legend.data = windows(link).map(windowName).concat(lines.map(capName)).map(function (name) { return { name: name }; });
      base.series = byWindow(link, lines, last, reached).concat([whiskers(link)])
        .concat(lines.map(function (line, i) { return level(line, last, i); })).filter(function (series) { return series.data.length > 0; });
      return base;
    }
    base.series = [
      curve('sent', link, 'sent_bps', 'c2', 'dotted'), curve('received', link, 'received_bps', 'c1', 'solid'), curve('steady', link, 'steady_bps', 'c3', 'solid'), whiskers(link),
      slope(ONE, link.single, last, top, 'c6'), slope(FLOW, flowCap(link), last, top, 'c5')
    ].concat(lines.map(function (line, i) { return level(line, last, i); })).filter(function (series) { return series.data.length > 0; });
    return base;
  }

  L.streamsFigure = function () {
    var figure = L.figure({
      id: 'streams', option: option, height: function () { return 380; },
      numbers: function () {
        var link = L.chosen();
        return {
          columns: [{ title: 'Streams', num: true }, { title: 'Window', num: true }, { title: 'Sent', num: true }, { title: 'Received', num: true }, { title: 'Steady', num: true }, { title: 'Interval', num: true }, { title: 'Runs', num: true }],
          rows: link === null ? [] : link.rates.map(function (point) {
            return [String(point.streams), L.present(point.window_bytes) ? L.size(point.window_bytes) : L.NONE, L.rate(point.sent_bps), L.rate(point.received_bps), L.rate(point.steady_bps),
              point.ci ? L.rate(point.ci.low) + ' to ' + L.rate(point.ci.high) : L.NONE, String(point.samples)];
          })
        };
      }
    });
    L.whenPicked(figure.redraw);
  };
})(Longhaul);
