/* Rate against round-trip time, with the curve of the window that would explain it. */
(function (L) {
  'use strict';

  var PAIRS = ['circle', 'triangle', 'diamond', 'rect', 'roundRect', 'pin'];

  function rate(link, perStream) {
    if (!perStream) { return link.single; }
    return L.present(link.multi) ? link.multi / link.streams : null;
  }

  function points(perStream) {
    return L.links.filter(function (link) { return L.present(link.rtt) && L.present(rate(link, perStream)); });
  }

  /** Where window / RTT lies between the top of the picture and its right edge. */
  function curve(windowBytes, most, far) {
    var near = Math.min(far, windowBytes * 8000 / most);
    var line = [];
    for (var i = 0; i <= 60; i++) {
      var rtt = near * Math.pow(far / near, i / 60);
      line.push([rtt, windowBytes * 8000 / rtt]);
    }
    return line;
  }

  function option(base) {
    var fit = L.report.window_curve;
    var perStream = fit !== null && fit.per_stream;
    var found = points(perStream);
    if (!found.length) { return ''; }
    var far = Math.max.apply(null, found.map(function (link) { return link.rtt; })) * 1.05;
    var most = Math.max.apply(null, found.map(function (link) { return rate(link, perStream); })) * 1.1;
    base.grid = { left: 20, right: 24, top: 56, bottom: 34, containLabel: true };
    base.legend = Object.assign(base.legend, { top: 0, type: 'scroll' });
    base.xAxis = L.axis({ type: 'value', min: 0, max: far, name: 'round-trip time, ms', nameGap: 28, axisLabel: { color: L.colour('muted'), showMaxLabel: false } });
    base.yAxis = L.rateAxis(L.rateUnit(most), { min: 0, max: most, axisLabel: Object.assign({}, L.rateAxis(L.rateUnit(most), {}).axisLabel, { showMaxLabel: false }) });
    base.tooltip.formatter = function (item) {
      return item.data.link
        ? L.linkTip(item.data.link) + '<br>rate × RTT, a stream: ' + L.size(rate(item.data.link, perStream) * item.data.link.rtt / 8000)
        : item.seriesName;
    };
    base.series = L.providers.map(function (provider, i) {
      return {
        name: 'from ' + provider, type: 'scatter', progressive: 0, symbol: PAIRS[i % PAIRS.length],
        symbolSize: found.length > 500 ? 5 : 9,
        itemStyle: { color: L.providerColour(provider), opacity: found.length > 500 ? 0.6 : 0.85 },
        data: found.filter(function (link) { return L.provider(link.from) === provider; }).map(function (link) {
          return { value: [link.rtt, rate(link, perStream)], link: link };
        })
      };
    });
    if (fit !== null) {
      base.series.push({
        name: 'window ' + L.size(fit.window_bytes) + ' / RTT', type: 'line', symbol: 'none', data: curve(fit.window_bytes, most, far),
        lineStyle: { color: L.colour('ink'), width: 1.5, type: 'dashed' }, itemStyle: { color: L.colour('ink') }
      });
    }
    return base;
  }

  L.scatter = function () {
    L.figure({
      id: 'scatter', option: option, height: function () { return 440; },
      picked: function (event) { if (event.data && event.data.link) { L.pick(event.data.link, true); } },
      numbers: function () {
        var perStream = L.report.window_curve !== null && L.report.window_curve.per_stream;
        return {
          columns: [{ title: 'From' }, { title: 'To' }, { title: 'RTT', num: true }, { title: perStream ? 'Rate per stream' : 'One stream', num: true }, { title: 'Rate × RTT', num: true }],
          rows: points(perStream).map(function (link) {
            var bps = rate(link, perStream);
            return [link.from, link.to, L.millis(link.rtt), L.rate(bps), L.size(bps * link.rtt / 8000)];
          })
        };
      }
    });
  };
})(Longhaul);
