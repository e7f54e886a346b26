/* From-by-to heat maps. Bright is good in all of them: fast, or near. */
(function (L) {
  'use strict';

  /* Viridis (public domain, CC0), dark to bright. */
  var RAMP = ['#440154', '#482878', '#3e4989', '#31688e', '#26828e', '#1f9e89', '#35b779', '#6ece58', '#b5de2b', '#fde725'];
  var LARGE = 14;

  function text(kind, value) { return kind === 'rtt' ? L.millis(value) : L.rate(value); }

  function cells(kind) {
    var cells = [];
    L.links.forEach(function (link) {
      if (L.present(link[kind]) && link[kind] > 0) {
        cells.push({ x: L.sites.indexOf(link.to), y: L.sites.indexOf(link.from), value: link[kind], link: link });
      }
    });
    return cells;
  }

  function label(kind, unit) {
    return function (item) { return kind === 'rtt' ? L.plain(item.value[3]) : L.plain(item.value[3] / unit.factor); };
  }

  /** Pairs without the number. */
  function holes(kind) {
    var holes = [];
    L.sites.forEach(function (from, y) {
      L.sites.forEach(function (to, x) {
        var link = L.link(from, to);
        if (x !== y && !(link && link[kind] > 0)) { holes.push({ value: [x, y, 0], pair: from + ' → ' + to }); }
      });
    });
    return holes;
  }

  /** Ends of the colours: all values, but for one in fifty at either end, which would wash out the rest. */
  function ends(values) {
    var sorted = values.slice().sort(function (a, b) { return a - b; });
    var cut = Math.floor(sorted.length / 50);
    return { least: sorted[cut], most: sorted[sorted.length - 1 - cut], cut: cut > 0 };
  }

  function option(kind, base) {
    var found = cells(kind);
    if (!found.length) { return ''; }
    var range = ends(found.map(function (cell) { return cell.value; }));
    var least = range.least;
    var most = range.most;
    var low = Math.log10(least);
    var high = Math.max(Math.log10(most), low + 0.01);
    var near = kind === 'rtt';
    var unit = L.rateUnit(most);
    var small = L.sites.length <= LARGE;
    var font = small ? 11 : 10;
    var names = L.sites;
    base.grid = { left: 20, right: 12, top: 34, bottom: 64, containLabel: true };
    var labels = { interval: 0, fontSize: font, color: function (value) { return L.providerColour(L.provider(value)); } };
    base.xAxis = L.axis({ type: 'category', data: names, position: 'bottom', axisLabel: Object.assign({ rotate: small ? 40 : 90 }, labels), splitLine: { show: false }, name: '' });
    base.yAxis = L.axis({ type: 'category', data: names, inverse: true, axisLabel: labels, splitLine: { show: false } });
    base.title = { text: near ? 'ms' : small ? unit.name : '', right: 12, top: 8, textStyle: { fontSize: 12, fontWeight: 'normal', color: L.colour('muted') } };
    base.visualMap = {
      type: 'continuous', seriesIndex: 0, dimension: 2, min: low, max: high, calculable: false, hoverLink: false,
      orient: 'horizontal', left: 'center', bottom: 4, itemHeight: 160, itemWidth: 12,
      text: [(range.cut ? '≥ ' : '') + text(kind, most), (range.cut ? '≤ ' : '') + text(kind, least)], textStyle: { color: L.colour('muted') },
      inRange: { color: near ? RAMP.slice().reverse() : RAMP }
    };
    base.tooltip.formatter = function (item) { return item.data.link ? tip(item.data.link) : L.escape(item.data.pair) + '<br>not measured'; };
    base.series = [{
      type: 'heatmap', progressive: 0,
      itemStyle: { borderColor: L.colour('surface'), borderWidth: small ? 2 : 0.5 },
      emphasis: { itemStyle: { borderColor: L.colour('ink'), borderWidth: 2 } },
      label: { show: small && L.sites.length <= 8, formatter: label(kind, unit), fontSize: 11 },
      data: found.map(function (cell) {
        var power = Math.log10(cell.value);
        var share = (power - low) / (high - low);
        var bright = near ? share < 0.4 : share > 0.6;
        return { value: [cell.x, cell.y, power, cell.value], link: cell.link, label: { color: bright ? '#111111' : '#ffffff' } };
      })
    }, {
      type: 'heatmap', progressive: 0, silent: false, itemStyle: { color: L.colour('missing'), borderColor: L.colour('surface'), borderWidth: small ? 2 : 0.5 },
      label: { show: false }, data: holes(kind)
    }];
    return base;
  }

  function tip(link) {
    return '<b>' + L.escape(link.from) + ' → ' + L.escape(link.to) + '</b>'
      + '<br>one stream: ' + L.rate(link.single)
      + '<br>' + (link.streams === null ? 'most streams' : L.streams(link.streams)) + ': ' + L.rate(link.multi)
      + '<br>round trip: ' + L.millis(link.rtt);
  }
  L.linkTip = tip;

  function numbers(kind) {
    return {
      columns: [{ title: 'From \\ to' }].concat(L.sites.map(function (site) { return { title: site, num: true }; })),
      rows: L.sites.map(function (from) {
        return [from].concat(L.sites.map(function (to) {
          var link = L.link(from, to);
          return link ? text(kind, link[kind]) : L.NONE;
        }));
      })
    };
  }

  function height(width) {
    var n = L.sites.length;
    return n <= LARGE ? Math.max(300, Math.min(560, n * 34 + 190)) : n * 14 + 260;
  }

  L.heatmaps = function () {
    if (L.sites.length > LARGE) { document.querySelector('.heats').classList.add('large'); }
    [['heat-single', 'single'], ['heat-multi', 'multi'], ['heat-rtt', 'rtt']].forEach(function (map) {
      L.figure({
        id: map[0],
        option: function (base) { return option(map[1], base); },
        numbers: function () { return numbers(map[1]); },
        height: height,
        leastWidth: function () { return L.sites.length > LARGE ? L.sites.length * 11 + 180 : 0; },
        picked: function (event) { if (event.data && event.data.link) { L.pick(event.data.link, true); } }
      });
    });
  };
})(Longhaul);
